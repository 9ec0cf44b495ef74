// Jolt: one shape as a TransformedShape, the other as the argument of CollideShape. Its distances come from CollideShape as well, with a large
// mMaxSeparationDistance. Convex radius 0, so that boxes and hulls have the same form as in the other engines.
import initJolt from 'jolt-physics/wasm-compat';

const FAR = 100;

export async function load() {
  const jolt = await initJolt();
  const system = start(jolt); // also registers the functions behind CollideShape
  return {
    convex: (shapes) => convex(jolt, shapes),
    rays: (mesh) => rays(jolt, mesh),
    boxes: (positions) => boxes(jolt, system, positions),
  };
}

/** A world with one layer, in which everything may meet everything. */
export function start(jolt) {
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = 20_000;
  settings.mMaxBodyPairs = 200_000;
  settings.mMaxContactConstraints = 20_000;
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return new jolt.JoltInterface(settings);
}

function created(settings) {
  const result = settings.Create();
  if (!result.IsValid()) throw new Error(result.GetError().c_str());
  const shape = result.Get();
  shape.AddRef();
  return shape;
}

const make = {
  sphere: (jolt, { radius }) => new jolt.SphereShape(radius),
  box: (jolt, { size }) => new jolt.BoxShape(new jolt.Vec3(size[0] / 2, size[1] / 2, size[2] / 2), 0),
  capsule: (jolt, { radius, height }) => new jolt.CapsuleShape(height / 2, radius),
  hull(jolt, { points }) {
    const settings = new jolt.ConvexHullShapeSettings();
    for (const point of points) settings.mPoints.push_back(new jolt.Vec3(...point));
    settings.mMaxConvexRadius = 0;
    settings.mHullTolerance = 1e-6;
    return created(settings);
  },
};

/** Where the centre of mass is, which CollideShape wants instead of the origin of its shape. */
function rotated([x, y, z, w], [a, b, c]) {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

function convex(jolt, shapes) {
  const made = shapes.map((shape) => make[shape.kind](jolt, shape));
  const one = new jolt.Vec3(1, 1, 1);
  const zero = new jolt.RVec3(0, 0, 0);
  const placedShapes = made.map((shape) => {
    const placed = new jolt.TransformedShape();
    placed.mShape = shape;
    placed.mShapeScale = new jolt.Float3(1, 1, 1);
    return placed;
  });
  const centres = made.map((shape) => {
    const centre = shape.GetCenterOfMass();
    return [centre.GetX(), centre.GetY(), centre.GetZ()];
  });
  const position = new jolt.RVec3(0, 0, 0);
  const orientation = new jolt.Quat(0, 0, 0, 1);
  const filter = new jolt.ShapeFilter();
  const touching = new jolt.CollideShapeSettings();
  const anywhere = new jolt.CollideShapeSettings();
  anywhere.mMaxSeparationDistance = FAR;
  const any = new jolt.CollideShapeAnyHitCollisionCollector();
  const closest = new jolt.CollideShapeClosestHitCollisionCollector();

  function collide({ a, shapeB, positionA: p, orientationA: q, centreB: c, orientationB: r }, settings, collector) {
    position.Set(p[0], p[1], p[2]);
    orientation.Set(q[0], q[1], q[2], q[3]);
    a.SetWorldTransform(position, orientation, one);
    position.Set(c[0], c[1], c[2]);
    orientation.Set(r[0], r[1], r[2], r[3]);
    const placement = jolt.RMat44.prototype.sRotationTranslation(orientation, position);
    collector.Reset();
    a.CollideShape(shapeB, one, placement, settings, zero, collector, filter);
    return collector.HadHit();
  }
  return {
    prepare: ({ a, b, placementA, placementB }) => ({
      a: placedShapes[a],
      shapeB: made[b],
      positionA: placementA.position,
      orientationA: placementA.orientation,
      centreB: rotated(placementB.orientation, centres[b]).map((x, k) => x + placementB.position[k]),
      orientationB: placementB.orientation,
    }),
    intersects: (pair) => collide(pair, touching, any),
    distance(pair, points) {
      if (!collide(pair, anywhere, closest)) return Number.NaN;
      const hit = closest.mHit;
      const onB = hit.mContactPointOn1;
      const onA = hit.mContactPointOn2;
      points[0] = onA.GetX();
      points[1] = onA.GetY();
      points[2] = onA.GetZ();
      points[3] = onB.GetX();
      points[4] = onB.GetY();
      points[5] = onB.GetZ();
      return -hit.mPenetrationDepth;
    },
  };
}

export function meshShape(jolt, { positions, indices }) {
  const vertices = new jolt.VertexList();
  const triangles = new jolt.IndexedTriangleList();
  for (let i = 0; i < positions.length; i += 3) {
    const vertex = new jolt.Float3(positions[i], positions[i + 1], positions[i + 2]);
    vertices.push_back(vertex);
    jolt.destroy(vertex);
  }
  for (let i = 0; i < indices.length; i += 3) {
    const triangle = new jolt.IndexedTriangle(indices[i], indices[i + 1], indices[i + 2], 0);
    triangles.push_back(triangle);
    jolt.destroy(triangle);
  }
  return created(new jolt.MeshShapeSettings(vertices, triangles, new jolt.PhysicsMaterialList()));
}

function rays(jolt, mesh) {
  const placed = new jolt.TransformedShape();
  placed.mShape = meshShape(jolt, mesh);
  placed.mShapeScale = new jolt.Float3(1, 1, 1);
  placed.SetWorldTransform(new jolt.RVec3(0, 0, 0), new jolt.Quat(0, 0, 0, 1), new jolt.Vec3(1, 1, 1));
  const ray = new jolt.RRayCast();
  const origin = ray.mOrigin;
  const reach = ray.mDirection;
  const hit = new jolt.RayCastResult();
  return (from, direction, length) => {
    origin.Set(from[0], from[1], from[2]);
    reach.Set(length * direction[0], length * direction[1], length * direction[2]);
    hit.mFraction = 1.00001; // nothing yet: beyond the end
    placed.CastRay(ray, hit);
    const t = hit.mFraction;
    return t <= 1 ? length * t : -1;
  };
}

/** Pairs come as calls of a listener during a step, in which sensors are tested exactly, too. */
function boxes(jolt, system, positions) {
  const physics = system.GetPhysicsSystem();
  const bodies = physics.GetBodyInterface();
  const cube = new jolt.BoxShape(new jolt.Vec3(0.5, 0.5, 0.5), 0);
  const upright = new jolt.Quat(0, 0, 0, 1);
  const ids = positions.map((position) => {
    const place = new jolt.RVec3(...position);
    const settings = new jolt.BodyCreationSettings(cube, place, upright, jolt.EMotionType_Kinematic, 0);
    settings.mIsSensor = true;
    settings.mCollideKinematicVsNonDynamic = true;
    settings.mAllowSleeping = false;
    const id = bodies.CreateBody(settings).GetID();
    bodies.AddBody(id, jolt.EActivation_Activate);
    return id;
  });
  physics.OptimizeBroadPhase();
  let count = 0;
  const listener = new jolt.ContactListenerJS();
  listener.OnContactValidate = () => jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = () => {
    count++;
  };
  listener.OnContactPersisted = () => {};
  listener.OnContactRemoved = () => {
    count--;
  };
  physics.SetContactListener(listener);
  const position = new jolt.RVec3(0, 0, 0);
  const frame = () => {
    for (let i = 0; i < ids.length; i++) {
      const p = positions[i];
      position.Set(p[0], p[1], p[2]);
      bodies.SetPosition(ids[i], position, jolt.EActivation_Activate);
    }
    system.Step(1 / 60, 1);
    return count;
  };
  frame.end = () => {
    for (const id of ids) {
      bodies.RemoveBody(id);
      bodies.DestroyBody(id);
    }
    system.Step(1 / 60, 1);
  };
  return frame;
}
