/** The program of a worker of a pool. It has copies of the colliders, and takes queries until none are left. */
import { Collider } from '../bodies/collider.ts';
import { Scene } from '../scene/scene.ts';
import type { Shape } from '../shapes/shape.ts';
import { type BuildJob, runBuildJob } from './build-job.ts';
import type { Answer, Job } from './messages.ts';
import { unpackShape } from './pack.ts';
import { PointWork } from './points.ts';
import { RayWork } from './rays.ts';

/** Queries taken at a time: a hundredth of a second at most, and few enough that the last worker does not keep the others waiting. */
const TAKEN = 256;

interface Port {
  postMessage(message: Answer): void;
  on?(event: 'message', listener: (job: Job | BuildJob) => void): void;
  onmessage?: ((event: { data: Job | BuildJob }) => void) | null;
}

const shapes = new Map<number, Shape>();
const points = new PointWork();
const rays = new RayWork();

function run(job: Job): void {
  for (const key of job.forget) shapes.delete(key);
  for (const { key, shape } of job.shapes) shapes.set(key, unpackShape(shape));
  const target = targetOf(job);
  const { input, out, options, count, share } = job;
  const work = job.kind === 'points' ? points : rays;
  work.begin(input, out, options);
  const task = work.task(target);
  for (;;) {
    const first = Atomics.add(share.next, 0, TAKEN);
    if (first >= count) return;
    task.run(share.order, first, Math.min(first + TAKEN, count));
  }
}

function targetOf({ isScene, keys, ids, matrices, margins }: Job): Collider | Scene {
  const colliders: Collider[] = [];
  for (let i = 0; i < keys.length; i++) {
    const matrix = matrices.subarray(16 * i, 16 * i + 16);
    const collider = new Collider(shapes.get(keys[i]) as Shape, { matrix, margin: margins[i] });
    // Answers name the colliders of the caller.
    (collider as { id: number }).id = ids[i];
    colliders.push(collider);
  }
  if (!isScene) return colliders[0];
  const scene = new Scene();
  for (const collider of colliders) scene.add(collider);
  return scene;
}

const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
const port = (threads?.parentPort ?? globalThis) as Port;

function answer(job: Job | BuildJob): void {
  let problem: Answer = null;
  try {
    if ('share' in job) run(job);
    else runBuildJob(job);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  port.postMessage(problem);
}

if (port.on !== undefined) port.on('message', answer);
else port.onmessage = ({ data }) => answer(data);
