/** How the ground under a mover has moved since the last move: by what it takes the mover along. */
import type { Collider } from '../bodies/collider.ts';
import { ORIGIN } from '../bodies/layout.ts';
import type { Vec3 } from '../math/vec3.ts';

export class Carrier {
  /** What the mover stood on after its last move, or null. */
  collider: Collider | null = null;
  /** The placement it had then. */
  readonly #then: Float64Array = new Float64Array(12);

  /** Remembers what the mover stands on, and where that is. */
  remember(collider: Collider | null): void {
    this.collider = collider;
    if (collider === null) return;
    const { m } = collider.placement;
    for (let i = 0; i < 12; i++) this.#then[i] = m[i];
  }

  /**
   * Writes how far the point `p`, fixed to the ground, has moved since. With the placement M then and N now that is N·M⁻¹·p − p. Returns
   * whether it has. Where the ground has only shifted, that is the shift, to the last digit; and it is zero if it has not moved.
   */
  motion(p: Vec3, out: Vec3): boolean {
    const { collider } = this;
    out.set(0, 0, 0);
    if (collider === null) return false;
    const a = this.#then;
    const { m } = collider.placement;
    const sx = m[ORIGIN] - a[ORIGIN];
    const sy = m[ORIGIN + 1] - a[ORIGIN + 1];
    const sz = m[ORIGIN + 2] - a[ORIGIN + 2];
    out.set(sx, sy, sz);
    let isTurned = false;
    for (let i = 0; i < 9; i++) isTurned ||= m[i] !== a[i];
    if (!isTurned) return sx !== 0 || sy !== 0 || sz !== 0;
    const x = p.x - a[ORIGIN];
    const y = p.y - a[ORIGIN + 1];
    const z = p.z - a[ORIGIN + 2];
    // The rows of the inverse are the vector products of the columns, over the determinant.
    const ux = a[4] * a[8] - a[5] * a[7];
    const uy = a[5] * a[6] - a[3] * a[8];
    const uz = a[3] * a[7] - a[4] * a[6];
    const volume = a[0] * ux + a[1] * uy + a[2] * uz;
    // A flattened ground has lost what it was turned by. It shifts.
    if (!(Math.abs(volume) > 0)) return true;
    const vx = a[7] * a[2] - a[8] * a[1];
    const vy = a[8] * a[0] - a[6] * a[2];
    const vz = a[6] * a[1] - a[7] * a[0];
    const wx = a[1] * a[5] - a[2] * a[4];
    const wy = a[2] * a[3] - a[0] * a[5];
    const wz = a[0] * a[4] - a[1] * a[3];
    const u = (ux * x + uy * y + uz * z) / volume;
    const v = (vx * x + vy * y + vz * z) / volume;
    const w = (wx * x + wy * y + wz * z) / volume;
    out.set(
      m[0] * u + m[3] * v + m[6] * w - x + sx,
      m[1] * u + m[4] * v + m[7] * w - y + sy,
      m[2] * u + m[5] * v + m[8] * w - z + sz,
    );
    return true;
  }
}
