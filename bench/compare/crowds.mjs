// Crowds of boxes in crashcat and rapier, for bench/million.mjs: as in engines/, but only some of the boxes move in a frame.

/** Dynamic bodies without a step: positions, the tree of the broad phase, and the pairs of boxes that overlap. */
export async function crashcat() {
  const library = await import('crashcat');
  library.registerAll();
  let world;
  let bodies;
  return {
    create(positions) {
      const settings = library.createWorldSettings();
      const objects = library.addObjectLayer(settings, library.addBroadphaseLayer(settings));
      library.enableCollision(settings, objects, objects);
      world = library.createWorld(settings);
      const shape = library.box.create({ halfExtents: [0.5, 0.5, 0.5], convexRadius: 0 });
      const { DYNAMIC } = library.MotionType;
      bodies = positions.map((position) =>
        library.rigidBody.create(world, { motionType: DYNAMIC, shape, objectLayer: objects, position: [...position] }),
      );
    },
    move: (i, position) => library.rigidBody.setPosition(world, bodies[i], position, false),
    pairs() {
      library.broadphase.optimize(world.broadphase);
      library.pairs.findCollidingPairs(world, 0, undefined);
      return world.pairs.collidingPairCount;
    },
  };
}

/** Kinematic bodies with sensors, and the events of a step. These come from its narrow phase, too: colliders without bodies have none. */
export async function rapier() {
  const { default: library } = await import('@dimforge/rapier3d-compat');
  await library.init();
  const world = new library.World({ x: 0, y: 0, z: 0 });
  const queue = new library.EventQueue(true);
  const to = { x: 0, y: 0, z: 0 };
  let bodies;
  let count = 0;
  return {
    create(positions) {
      const sensor = library.ColliderDesc.cuboid(0.5, 0.5, 0.5)
        .setSensor(true)
        .setActiveEvents(library.ActiveEvents.COLLISION_EVENTS)
        .setActiveCollisionTypes(library.ActiveCollisionTypes.ALL);
      bodies = positions.map(([x, y, z]) => {
        const body = world.createRigidBody(library.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z));
        world.createCollider(sensor, body);
        return body;
      });
    },
    move(i, position) {
      [to.x, to.y, to.z] = position;
      bodies[i].setTranslation(to, true);
    },
    pairs() {
      world.step(queue);
      queue.drainCollisionEvents((_a, _b, started) => {
        count += started ? 1 : -1;
      });
      return count;
    },
  };
}
