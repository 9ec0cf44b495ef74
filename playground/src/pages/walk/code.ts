/** The level and the character as a program: it walks on for two seconds, and says where it comes to. */
import { Quaternion } from 'three';
import { colliderCode } from '../../shapes/code.ts';
import { type Character, FASTEST_FALL, GRAVITY, STEP, WALK } from './character.ts';
import type { WalkState } from './state.ts';

const FRAMES = 120;

export function walkCode({ level, mover, position: p, facing }: Character, state: WalkState): string {
  const colliders = level.pieces.map(({ collider: { shape }, collider }) => {
    const m = collider.getMatrix();
    // All turns of the level are about y.
    const half = Math.atan2(m[8], m[0]) / 2;
    const orientation = half === 0 ? null : new Quaternion(0, Math.sin(half), 0, Math.cos(half));
    return colliderCode({ shape, position: [m[12], m[13], m[14]], orientation });
  });
  const body = `const scene = new Scene().add(
${colliders.map((code) => `${code.replaceAll('\n', '\n  ').replace(/^/, '  ')},`).join('\n')}
);
const mover = new Mover(${mover.collider.shape}, {
  position: [${p.x}, ${p.y}, ${p.z}],
  stepHeight: ${state.step},
  maxSlope: (${state.slope} * Math.PI) / 180,
  snap: ${state.snap},
  skin: ${state.skin},
});`;
  const names = new Set(['Collider', 'Scene', ...(body.match(/(?<=new )\w+/g) ?? [])]);
  names.delete('Mover');
  return `import { ${[...names].sort().join(', ')} } from 'encounter';
import { clipVelocity, Mover } from 'encounter/mover';

${body}

const dt = 1 / ${Math.round(1 / STEP)};
const velocity = { x: ${WALK * facing.x}, y: 0, z: ${WALK * facing.z} };
for (let frame = 0; frame < ${FRAMES}; frame++) {
  velocity.y -= ${GRAVITY} * dt;
  const { ground, hits } = mover.move(scene, [dt * velocity.x, dt * velocity.y, dt * velocity.z]);
  // Ground ends a fall, ceilings end a jump. Normals of hits point away from the mover, those of planes towards it.
  const planes = hits.map(({ normal: { x, y, z } }) => ({ normal: [-x, -y, -z] }));
  if (ground === 'on') velocity.y = 0;
  else if (velocity.y > 0) velocity.y = clipVelocity([0, velocity.y, 0], planes).y;
  else velocity.y = Math.max(velocity.y, -${FASTEST_FALL});
  if (frame % 30 === 29) console.log(...mover.collider.getMatrix().slice(12, 15), ground);
}
`;
}
