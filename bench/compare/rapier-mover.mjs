// rapier's character controller as a mover before the judge of test/support/mover-judge.ts: the same constructor, the same `move`. It
// builds its world from the descriptions that the level's colliders carry. Its positions are single precision, and the judge sees them
// as they are. It says whether it is grounded, nothing of slopes; it is not carried by platforms.
import { existsSync } from 'node:fs';

const xyz = ([x, y, z]) => ({ x, y, z });
const wxyz = ([x, y, z, w]) => ({ x, y, z, w });

/**
 * null if rapier is not installed in this folder and the environment names no other. The import alone would find an old one that
 * another package of the workspace brings along.
 */
export async function loadRapier() {
  const path = process.env.RAPIER;
  if (path === undefined && !existsSync(new URL('node_modules/@dimforge/rapier3d-compat', import.meta.url)))
    return null;
  const { default: RAPIER } = await import(path ?? '@dimforge/rapier3d-compat');
  await RAPIER.init();
  return RAPIER;
}

export function rapierMover(RAPIER, lib) {
  /** Descriptions of a piece, each with its place within the piece. */
  function describe(piece) {
    const { ColliderDesc } = RAPIER;
    switch (piece.kind) {
      case 'box':
        return [ColliderDesc.cuboid(...piece.size.map((x) => x / 2))];
      case 'triangle':
        return [ColliderDesc.trimesh(new Float32Array(piece.points.flat()), new Uint32Array([0, 1, 2]))];
      case 'mesh':
        return [ColliderDesc.trimesh(new Float32Array(piece.positions), new Uint32Array(piece.indices))];
      case 'halfspace': {
        const at = piece.normal.map((x) => x * piece.offset);
        return [new ColliderDesc(new RAPIER.HalfSpace(xyz(piece.normal))).setTranslation(...at)];
      }
      case 'compound':
        return piece.boxes.map(({ size, position, orientation }) =>
          ColliderDesc.cuboid(...size.map((x) => x / 2))
            .setTranslation(...position)
            .setRotation(wxyz(orientation)),
        );
    }
  }

  function describeShape(shape) {
    const { ColliderDesc } = RAPIER;
    if (shape instanceof lib.Box) return ColliderDesc.cuboid(shape.half.x, shape.half.y, shape.half.z);
    if (shape instanceof lib.Sphere) return ColliderDesc.ball(shape.radius);
    if (shape instanceof lib.Capsule) return ColliderDesc.capsule(shape.halfHeight, shape.radius);
    if (shape instanceof lib.Cylinder) return ColliderDesc.cylinder(shape.halfHeight, shape.baseRadius);
    return ColliderDesc.convexHull(new Float32Array(shape.vertices));
  }

  /** The one world there is: that of the scene asked last. Its memory is not the collector's. */
  let current = null;

  class Mirror {
    constructor(scene) {
      this.scene = scene;
      this.world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      this.bodies = new Map();
      this.movers = new Set();
      for (const collider of scene.colliders()) if (collider.data !== undefined) this.add(collider);
      this.world.step();
    }

    /** A body per piece: compounds move as one. Fixed ones: on kinematic bodies the controller hardly moves (rapier's issue 747). */
    add(collider) {
      const body = this.world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
      const parts = describe(collider.data).map((description) => this.world.createCollider(description, body).handle);
      this.bodies.set(collider, { body, parts, matrix: '' });
      this.place(collider);
    }

    place(collider) {
      const entry = this.bodies.get(collider);
      const m = collider.getMatrix();
      const matrix = m.join();
      if (matrix === entry.matrix) return false;
      entry.matrix = matrix;
      entry.body.setTranslation({ x: m[12], y: m[13], z: m[14] }, true);
      entry.body.setRotation(rotationOf(m), true);
      return true;
    }

    update() {
      let changed = false;
      for (const collider of this.bodies.keys()) changed = this.place(collider) || changed;
      if (changed) this.world.step();
    }
  }

  function mirrorOf(scene) {
    if (current?.scene !== scene) {
      current?.world.free();
      current = new Mirror(scene);
    }
    return current;
  }

  return class RapierMover {
    constructor(shape, { position = [0, 0, 0], orientation = [0, 0, 0, 1], ...options } = {}) {
      this.shape = shape;
      this.options = options;
      this.orientation = orientation;
      this.collider = new lib.Collider(shape, { position: position.map(Math.fround), orientation });
      this.mirror = null;
    }

    enter(scene) {
      const mirror = mirrorOf(scene);
      if (this.mirror === mirror) return;
      this.mirror = mirror;
      const { world } = mirror;
      const m = this.collider.getMatrix();
      const description = describeShape(this.shape)
        .setTranslation(m[12], m[13], m[14])
        .setRotation(wxyz(this.orientation));
      this.own = world.createCollider(description);
      mirror.movers.add(this.own.handle);
      const { up = [0, 1, 0], skin = 0.01, maxSlope = Math.PI / 4, stepHeight = 0, snap = 0 } = this.options;
      this.controller = world.createCharacterController(skin);
      this.controller.setUp(xyz(up));
      this.controller.setMaxSlopeClimbAngle(maxSlope);
      this.controller.setMinSlopeSlideAngle(maxSlope);
      if (stepHeight > 0) this.controller.enableAutostep(stepHeight, 0.05, true);
      else this.controller.disableAutostep();
      if (snap > 0) this.controller.enableSnapToGround(snap);
      else this.controller.disableSnapToGround();
      this.up = xyz(up);
    }

    move(scene, displacement, options = {}) {
      this.enter(scene);
      const { mirror, own, controller } = this;
      mirror.update();
      const hidden = new Set();
      for (const [collider, { parts }] of mirror.bodies)
        if (collider === options.ignore || options.filter?.(collider) === false)
          for (const part of parts) hidden.add(part);
      const before = own.translation();
      const seen = ({ handle }) => !mirror.movers.has(handle) && !hidden.has(handle);
      controller.computeColliderMovement(own, xyz(displacement), undefined, undefined, seen);
      const movement = controller.computedMovement();
      own.setTranslation({ x: before.x + movement.x, y: before.y + movement.y, z: before.z + movement.z });
      const after = own.translation();
      this.collider.setPosition(after);
      return {
        moved: { x: after.x - before.x, y: after.y - before.y, z: after.z - before.z },
        ground: controller.computedGrounded() ? 'on' : 'air',
        groundNormal: this.up,
        groundCollider: null,
        hits: [],
      };
    }
  };
}

/** The rotation of a column-major matrix without scale. */
function rotationOf(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0] + m[5] + m[10])) / 2;
  const x = Math.sqrt(Math.max(0, 1 + m[0] - m[5] - m[10])) / 2;
  const y = Math.sqrt(Math.max(0, 1 - m[0] + m[5] - m[10])) / 2;
  const z = Math.sqrt(Math.max(0, 1 - m[0] - m[5] + m[10])) / 2;
  // The largest one is exact; the signs of the others follow from it.
  const largest = Math.max(w, x, y, z);
  if (largest === w)
    return { w, x: Math.sign(m[6] - m[9]) * x, y: Math.sign(m[8] - m[2]) * y, z: Math.sign(m[1] - m[4]) * z };
  if (largest === x)
    return { x, w: Math.sign(m[6] - m[9]) * w, y: Math.sign(m[1] + m[4]) * y, z: Math.sign(m[8] + m[2]) * z };
  if (largest === y)
    return { y, w: Math.sign(m[8] - m[2]) * w, x: Math.sign(m[1] + m[4]) * x, z: Math.sign(m[6] + m[9]) * z };
  return { z, w: Math.sign(m[1] - m[4]) * w, x: Math.sign(m[8] + m[2]) * x, y: Math.sign(m[6] + m[9]) * y };
}
