// Ghost contacts: bodies slid over a plane and over a smooth hill that are cut into random triangles. Counts the contact normals that no
// smooth surface would give: on the plane those off the plane's normal, on the hill those outside the wedge of the normals of the faces
// that meet at the contact.
//
//   node bench/ghosts.mjs [--slides=200] [--steps=50] [--seed=1] [--cuts=8] [engines…]
//
// Every body slides `slides` times, of `steps` queries each, over `cuts` different triangulations: the defaults ask 10,000 queries per body
// and ground, --slides=2000 asks 100,000. Engines: encounter, jolt, jolt-edges, rapier, rapier-edges; the ones with -edges have their
// removal of internal edges switched on. The others are not installed by `npm ci`: they are taken from bench/compare (`npm install --prefix
// bench/compare`), or from the folder that PEERS names. ENCOUNTER=…/index.js takes another build of this library.
//
// All engines get the same poses. The others compute in single precision, where a normal is good to about 1e-6, so two counts are printed:
// normals that are off by more than 1e-9 (1e-6 on the hill), and normals off by more than 1e-3, which is no rounding.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { printTable } from './random.mjs';

const args = process.argv.slice(2);
const named = Object.fromEntries(args.filter((a) => a.startsWith('--')).map((a) => a.slice(2).split('=')));
const slides = Number(named.slides ?? 200);
const steps = Number(named.steps ?? 50);
const seed = Number(named.seed ?? 1);
const cuts = Number(named.cuts ?? 8);
const DEPTH = 0.005;

const lib = await import(process.env.ENCOUNTER ?? '../packages/encounter/dist/index.js');

/** The generators and the wedge are those of the tests. */
async function load(name) {
  const entry = fileURLToPath(new URL(`../packages/encounter/test/support/${name}`, import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
const { Rng } = await load('rng.ts');
const { cutTriangles } = await load('cut-floors.ts');
const { randomHill, ghost, lower } = await load('manifold-hills.ts');

// ------------------------------------------------------------------------------------------------------- bodies and grounds

const random = new Rng(seed, 1_000_000);
const bodies = {
  sphere: { kind: 'sphere', radius: 0.5 },
  capsule: { kind: 'capsule', radius: 0.3, height: 0.8 },
  box: { kind: 'box', size: [0.8, 0.5, 0.6] },
  hull: {
    kind: 'hull',
    points: Array.from({ length: 24 }, () => random.direction().map((x, k) => Math.fround(x * [0.6, 0.4, 0.5][k]))),
  },
  cylinder: { kind: 'cylinder', radius: 0.4, height: 0.6 },
};

const make = {
  sphere: ({ radius }) => new lib.Sphere(radius),
  capsule: ({ radius, height }) => new lib.Capsule(radius, height),
  box: ({ size }) => new lib.Box(size),
  hull: ({ points }) => new lib.Polytope(points),
  cylinder: ({ radius, height }) => new lib.Cylinder(radius, height),
};

/** Triangles with shared vertices, rounded to single precision, facing up. */
function indexed(triangles) {
  const positions = [];
  const indices = [];
  const known = new Map();
  for (const t of triangles) {
    const facing = (t[1][2] - t[0][2]) * (t[2][0] - t[0][0]) - (t[1][0] - t[0][0]) * (t[2][2] - t[0][2]);
    for (const p of facing > 0 ? t : [t[0], t[2], t[1]]) {
      const key = p.join();
      if (!known.has(key)) {
        known.set(key, positions.length / 3);
        positions.push(...p);
      }
      indices.push(known.get(key));
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

function planes() {
  return Array.from({ length: cuts }, (_, i) => {
    const triangles = cutTriangles(new Rng(seed, i), [-8, -8, 8, 8], 120, false);
    const mesh = indexed(triangles.map((t) => t.map(([x, z]) => [x, 0, z])));
    return { mesh, off: (_point, normal) => Math.hypot(normal[0], normal[1] - 1, normal[2]) };
  });
}

/** One surface, cut in different ways: vertices elsewhere, other diagonals. */
function hills() {
  return Array.from({ length: cuts }, (_, i) => {
    const { triangles } = randomHill(lib, new Rng(seed, i), 0.4);
    const mesh = indexed(triangles);
    const at = (k) => [...mesh.positions.subarray(3 * k, 3 * k + 3)];
    const rounded = Array.from({ length: mesh.indices.length / 3 }, (_, k) =>
      [0, 1, 2].map((j) => at(mesh.indices[3 * k + j])),
    );
    const normals = rounded.map(([a, b, c]) => {
      const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      return n.map((x) => (x * Math.sign(n[1])) / Math.hypot(...n));
    });
    const hill = { triangles: rounded, normals };
    return { mesh, off: (point, normal) => ghost(hill, point, normal, 1e-4) };
  });
}

/** Poses of one body along straight lines, sunk by DEPTH into the ground; those of the odd slides lie flat. */
function poses(body, grounds, flat) {
  const shape = make[body.kind](body);
  const colliders = grounds.map(({ mesh }) => new lib.Collider(new lib.Mesh(mesh)));
  const list = [];
  for (let i = 0; i < slides; i++) {
    const rng = new Rng(seed, 10_000 + i);
    const turn = rng.range(0, 2 * Math.PI);
    const upright = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)];
    const orientation = i % 2 === 0 ? upright : rng.quaternion();
    const [angle, reach] = [rng.range(0, 2 * Math.PI), flat ? 5 : 2.5];
    const along = [Math.cos(angle), 0, Math.sin(angle)];
    const from = [rng.range(-1, 1) - (along[0] * reach) / 2, 0, rng.range(-1, 1) - (along[2] * reach) / 2];
    const ground = i % grounds.length;
    for (let k = 0; k < steps; k++) {
      const [x, z] = [0, 2].map((j) => from[j] + (along[j] * reach * k) / steps);
      const collider = new lib.Collider(shape, { position: [x, flat ? 0 : 3, z], orientation });
      if (flat) collider.setPosition([x, -collider.bounds().min.y - DEPTH, z]);
      else lower(lib, colliders[ground], collider, -DEPTH);
      const m = collider.getMatrix();
      list.push({ ground, position: [m[12], m[13], m[14]], orientation, along });
    }
  }
  return list;
}

// ------------------------------------------------------------------------------------------------------------------ engines
// An engine makes a query of a ground and a body: it calls `report` with the point on the ground and the normal from the ground to the
// body of each contact.

function encounter() {
  if (typeof lib.manifolds !== 'function') throw new Error('this build of encounter has no `manifolds`');
  return (mesh, body) => {
    const a = new lib.Collider(new lib.Mesh(mesh));
    const b = new lib.Collider(make[body.kind](body));
    const out = [];
    return ({ position, orientation }, report) => {
      b.setPosition(position).setOrientation(orientation);
      lib.manifolds(a, b, out);
      for (const { normal, points } of out)
        for (const { pointA } of points) report([pointA.x, pointA.y, pointA.z], [normal.x, normal.y, normal.z]);
    };
  };
}

/** A package of bench/compare, or of the folder PEERS. */
async function peer(name) {
  const folders = [process.env.PEERS, fileURLToPath(new URL('compare', import.meta.url))].filter(
    (f) => f !== undefined,
  );
  for (const folder of folders) {
    let path;
    try {
      path = createRequire(`${folder}/package.json`).resolve(name);
    } catch {
      continue;
    }
    // Not what a folder further up has for purposes of its own.
    if (!path.startsWith(`${folder}/node_modules/`)) continue;
    return (await import(pathToFileURL(path).href)).default;
  }
  throw new Error(`${name} is not installed in ${folders.join(' or ')}: npm install --prefix bench/compare`);
}

async function jolt(removesEdges) {
  const init = await peer('jolt-physics/wasm-compat');
  const jolt = await init();
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  const system = new jolt.JoltInterface(settings).GetPhysicsSystem();
  const interfaceOf = system.GetBodyInterface();
  const query = system.GetNarrowPhaseQuery();
  const created = (s) => {
    const result = s.Create();
    if (!result.IsValid()) throw new Error(result.GetError().c_str());
    const shape = result.Get();
    shape.AddRef();
    return shape;
  };
  const shapes = {
    sphere: ({ radius }) => new jolt.SphereShape(radius),
    capsule: ({ radius, height }) => new jolt.CapsuleShape(height / 2, radius),
    box: ({ size }) => new jolt.BoxShape(new jolt.Vec3(size[0] / 2, size[1] / 2, size[2] / 2), 0),
    cylinder: ({ radius, height }) => new jolt.CylinderShape(height / 2, radius, 0),
    hull({ points }) {
      const s = new jolt.ConvexHullShapeSettings();
      for (const p of points) s.mPoints.push_back(new jolt.Vec3(...p));
      s.mMaxConvexRadius = 0;
      s.mHullTolerance = 1e-6;
      return created(s);
    },
  };
  function meshShape({ positions, indices }) {
    const vertices = new jolt.VertexList();
    const triangles = new jolt.IndexedTriangleList();
    for (let i = 0; i < positions.length; i += 3)
      vertices.push_back(new jolt.Float3(positions[i], positions[i + 1], positions[i + 2]));
    for (let i = 0; i < indices.length; i += 3)
      triangles.push_back(new jolt.IndexedTriangle(indices[i], indices[i + 1], indices[i + 2], 0));
    return created(new jolt.MeshShapeSettings(vertices, triangles, new jolt.PhysicsMaterialList()));
  }
  const [zero, one] = [new jolt.RVec3(0, 0, 0), new jolt.Vec3(1, 1, 1)];
  const filters = [
    new jolt.BroadPhaseLayerFilter(),
    new jolt.ObjectLayerFilter(),
    new jolt.BodyFilter(),
    new jolt.ShapeFilter(),
  ];
  const collide = new jolt.CollideShapeSettings();
  // As in a step of its simulation.
  collide.mActiveEdgeMode = removesEdges
    ? jolt.EActiveEdgeMode_CollideWithAll
    : jolt.EActiveEdgeMode_CollideOnlyWithActive;
  if (removesEdges) collide.mCollectFacesMode = jolt.ECollectFacesMode_CollectFaces;
  const hits = new jolt.CollideShapeAllHitCollisionCollector();
  const [place, turn] = [new jolt.RVec3(0, 0, 0), new jolt.Quat(0, 0, 0, 1)];
  let last = null;
  return (mesh, body) => {
    if (last !== null) {
      interfaceOf.RemoveBody(last);
      interfaceOf.DestroyBody(last);
    }
    const upright = new jolt.Quat(0, 0, 0, 1);
    const still = new jolt.BodyCreationSettings(meshShape(mesh), zero, upright, jolt.EMotionType_Static, 0);
    last = interfaceOf.CreateBody(still).GetID();
    interfaceOf.AddBody(last, jolt.EActivation_DontActivate);
    const shape = shapes[body.kind](body);
    const middle = shape.GetCenterOfMass();
    const [a, b, c] = [middle.GetX(), middle.GetY(), middle.GetZ()];
    return ({ position, orientation: [x, y, z, w], along }, report) => {
      const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
      const centre = [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
      place.Set(...centre.map((v, k) => v + position[k]));
      turn.Set(x, y, z, w);
      collide.mActiveEdgeMovementDirection.Set(...along);
      hits.Reset();
      const to = jolt.RMat44.prototype.sRotationTranslation(turn, place);
      if (removesEdges) query.CollideShapeWithInternalEdgeRemoval(shape, one, to, collide, zero, hits, ...filters);
      else query.CollideShape(shape, one, to, collide, zero, hits, ...filters);
      for (let i = 0; i < hits.mHits.size(); i++) {
        const hit = hits.mHits.at(i);
        const n = [hit.mPenetrationAxis.GetX(), hit.mPenetrationAxis.GetY(), hit.mPenetrationAxis.GetZ()];
        const p = hit.mContactPointOn2;
        report(
          [p.GetX(), p.GetY(), p.GetZ()],
          n.map((v) => -v / Math.hypot(...n)),
        );
      }
    };
  };
}

async function rapier(removesEdges) {
  const RAPIER = await peer('@dimforge/rapier3d-compat');
  await RAPIER.init();
  const shapes = {
    sphere: ({ radius }) => RAPIER.ColliderDesc.ball(radius),
    capsule: ({ radius, height }) => RAPIER.ColliderDesc.capsule(height / 2, radius),
    box: ({ size }) => RAPIER.ColliderDesc.cuboid(size[0] / 2, size[1] / 2, size[2] / 2),
    cylinder: ({ radius, height }) => RAPIER.ColliderDesc.cylinder(height / 2, radius),
    hull: ({ points }) => RAPIER.ColliderDesc.convexHull(new Float32Array(points.flat())),
  };
  return ({ positions, indices }, body) => {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    world.timestep = 1e-6;
    const flags = removesEdges ? RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES : undefined;
    const ground = world.createCollider(RAPIER.ColliderDesc.trimesh(positions, indices, flags));
    const mover = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setCanSleep(false));
    const all = RAPIER.ActiveCollisionTypes.ALL;
    const collider = world.createCollider(shapes[body.kind](body).setActiveCollisionTypes(all), mover);
    const query = ({ position: [x, y, z], orientation: [i, j, k, w] }, report) => {
      mover.setTranslation({ x, y, z }, true);
      mover.setRotation({ x: i, y: j, z: k, w }, true);
      world.step();
      world.contactPair(ground, collider, (m, flipped) => {
        const n = m.normal();
        const sign = flipped ? -1 : 1;
        for (let c = 0; c < m.numContacts(); c++) {
          // It also predicts contacts that are apart.
          if (m.contactDist(c) > 0) continue;
          const p = flipped ? m.localContactPoint2(c) : m.localContactPoint1(c);
          report([p.x, p.y, p.z], [sign * n.x, sign * n.y, sign * n.z]);
        }
      });
    };
    query.end = () => world.free();
    return query;
  };
}

const engines = {
  encounter,
  jolt: () => jolt(false),
  'jolt-edges': () => jolt(true),
  rapier: () => rapier(false),
  'rapier-edges': () => rapier(true),
};

// ---------------------------------------------------------------------------------------------------------------------- run

const chosen = args.filter((a) => !a.startsWith('--'));
const unknown = chosen.find((name) => !(name in engines));
if (unknown !== undefined) throw new Error(`no engine ${unknown}: ${Object.keys(engines).join(', ')}`);
const loaded = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(engines))
  try {
    loaded.push([name, await engines[name]()]);
  } catch (error) {
    console.log(`${name} does not take part: ${error.message}`);
  }

if (loaded.length === 0) process.exit(1);
console.log(`seed ${seed}: ${slides} slides of ${steps} queries per body, over ${cuts} triangulations`);
for (const [title, grounds, fine] of [
  ['plane', planes(), 1e-9],
  ['hill', hills(), 1e-6],
]) {
  const rows = [];
  for (const [name, body] of Object.entries(bodies)) {
    const list = poses(body, grounds, title === 'plane');
    for (const [engine, start] of loaded) {
      const count = { queries: 0, missed: 0, contacts: 0, fine: 0, ghosts: 0, worst: 0 };
      for (const [g, { mesh, off }] of grounds.entries()) {
        const query = start(mesh, body);
        for (const pose of list) {
          if (pose.ground !== g) continue;
          const before = count.contacts;
          count.queries++;
          query(pose, (point, normal) => {
            const turn = off(point, normal);
            count.contacts++;
            if (!(turn <= fine)) count.fine++;
            if (!(turn <= 1e-3)) count.ghosts++;
            count.worst = Math.max(count.worst, turn);
          });
          if (count.contacts === before) count.missed++;
        }
        query.end?.();
      }
      const worst = Number.isFinite(count.worst) ? count.worst.toExponential(1) : 'not on it';
      rows.push([name, engine, count.queries, count.missed, count.contacts, count.fine, count.ghosts, worst]);
    }
  }
  console.log(`\n${title}`);
  printTable(
    ['body', 'engine', 'queries', 'without contact', 'contacts', `off by > ${fine}`, 'by > 1e-3', 'worst'],
    rows,
  );
}
