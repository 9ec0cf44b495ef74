import initJolt from 'jolt-physics/wasm-compat';
import { meshShape, start } from '../engines/jolt.mjs';
import { APART, close, declarations, declared, garbage, INSIDE, lacks, OVERLAPPING, ring, yesNo } from './tools.mjs';

const PACKAGE = 'jolt-physics';

export async function load() {
  const jolt = await initJolt();
  const system = start(jolt);
  const one = new jolt.Vec3(1, 1, 1);
  const zero = new jolt.RVec3(0, 0, 0);
  const still = new jolt.Quat(0, 0, 0, 1);
  const filter = new jolt.ShapeFilter();
  const closest = new jolt.CollideShapeClosestHitCollisionCollector();
  const settings = new jolt.CollideShapeSettings();
  const box = new jolt.BoxShape(one, 0);
  const ball = new jolt.SphereShape(0.5);
  const mesh = meshShape(jolt, ring);

  function placed(shape, position = [0, 0, 0]) {
    const made = new jolt.TransformedShape();
    made.mShape = shape;
    made.mShapeScale = new jolt.Float3(1, 1, 1);
    made.SetWorldTransform(new jolt.RVec3(...position), still, one);
    return made;
  }
  /** The signed distance as Jolt has it, NaN if it reports nothing within `reach`. */
  function collide(a, shape, position, reach) {
    const place = jolt.RMat44.prototype.sRotationTranslation(still, new jolt.RVec3(...position));
    settings.mMaxSeparationDistance = reach;
    closest.Reset();
    a.CollideShape(shape, one, place, settings, zero, closest, filter);
    return closest.HadHit() ? -closest.mHit.mPenetrationDepth : Number.NaN;
  }
  return {
    world: () => [
      yesNo(collide(placed(box), ball, [1.4, 0, 0], 0) <= 0),
      'TransformedShape.CollideShape; a JoltInterface must have been made before',
    ],
    distance() {
      const distance = collide(placed(box), ball, [3, 0, 0], 10);
      return [yesNo(close(distance, 1.5, 1e-4)), `CollideShape with mMaxSeparationDistance: ${distance}; 1.5 expected`];
    },
    depth() {
      const depth = -collide(placed(box), ball, [1.25, 0, 0], 0);
      return [yesNo(close(depth, 0.25, 1e-4)), `${depth}; 0.25 expected`];
    },
    scale() {
      const uneven = new jolt.Vec3(1, 2, 3);
      const found = [ball, new jolt.CylinderShape(1, 1, 0)].map((shape) => shape.IsValidScale(uneven));
      return [yesNo(found.every(Boolean)), `IsValidScale(1, 2, 3): sphere ${found[0]}, cylinder ${found[1]}`];
    },
    far() {
      const distance = collide(placed(box, [1e6, 1e6, 0]), ball, [1e6 + 1.51, 1e6, 0], 10);
      return [yesNo(close(distance, 0.01, 1e-6)), `distance ${distance}; 0.01 expected`];
    },
    meshBoolean() {
      const found = [OVERLAPPING, APART].map((position) => collide(placed(mesh), mesh, position, 0) <= 0);
      return [yesNo(found[0] && !found[1]), `CollideShape: overlapping ${found[0]}, apart ${found[1]}`];
    },
    meshDistance() {
      const distance = collide(placed(mesh), mesh, APART, 10);
      return [yesNo(distance > 1), `CollideShape: ${distance}`];
    },
    refit: () => lacks(PACKAGE, /class \w*Mesh\w* [^}]*(refit|Update)\w*\(/i),
    solid() {
      const inside = collide(placed(mesh), new jolt.SphereShape(0.05), INSIDE, 0) <= 0;
      let point = false;
      const collector = new jolt.CollidePointCollectorJS();
      collector.Reset = () => {};
      collector.AddHit = () => {
        point = true;
      };
      placed(mesh).CollidePoint(new jolt.RVec3(...INSIDE), collector, filter);
      return [
        point && inside ? 'yes' : point || inside ? 'partly' : 'no',
        `CollidePoint inside ${point}, a ball inside ${inside}`,
      ];
    },
    turning: () => ['no', declared(PACKAGE, /class ShapeCast [^}]*mDirection: Vec3/)],
    boxes: () => ['no', `pairs come from stepping a world; ${declared(PACKAGE, /class BroadPhaseQuery \{[^;]*;/)}`],
    responses: () => ['no', declared(PACKAGE, /SetContactListener\(.*\)/)],
    async wasm() {
      const { default: initAsm } = await import('jolt-physics/asm');
      const asm = await initAsm();
      const works = new asm.SphereShape(2).GetRadius() === 2;
      return [works ? 'partly' : 'no', `WebAssembly by default; the build jolt-physics/asm does without: ${works}`];
    },
    free: () => [yesNo(!/destroy\(/.test(declarations(PACKAGE))), declared(PACKAGE, /.*destroy\(.*/)],
    garbage() {
      const a = placed(box);
      const position = new jolt.RVec3(3, 0, 0);
      settings.mMaxSeparationDistance = 10;
      return garbage((i) => {
        position.Set(3, (i % 100) / 100, 0);
        const place = jolt.RMat44.prototype.sRotationTranslation(still, position);
        closest.Reset();
        a.CollideShape(box, one, place, settings, zero, closest, filter);
        closest.mHit.mPenetrationDepth;
      });
    },
    simulate() {
      const bodies = system.GetPhysicsSystem().GetBodyInterface();
      const body = new jolt.BodyCreationSettings(ball, zero, still, jolt.EMotionType_Dynamic, 0);
      const id = bodies.CreateBody(body).GetID();
      bodies.AddBody(id, jolt.EActivation_Activate);
      system.Step(1 / 60, 1);
      return [yesNo(bodies.GetPosition(id).GetY() < 0), 'a body falls in Step()'];
    },
  };
}
