import { areaInPlane } from './determinant.ts';
import { type Polygon2, polygon2, readPoint2, readPolygon2 } from './polygon2.ts';
import type { Polygon2Value, Vec2Input } from './values.ts';

const corners: Polygon2 = /* #__PURE__ */ polygon2();
const at: Float64Array = /* #__PURE__ */ new Float64Array(2);

/**
 * The point of a convex polygon of the plane that is nearest to a point: the point itself if it is inside or on a side, which is decided
 * exactly, else a point of a side. Polygons are those of {@link intersectsPolygon2Polygon2}. The slides have this for boxes only, by
 * clamping (11-102 to 11-113). Cost: one determinant and one division for each side.
 */
export function closestPointPolygon2(
  point: Vec2Input,
  polygon: Polygon2Value,
  out: [number, number] = [0, 0],
): [number, number] {
  readPoint2(point, at, 0, 'point');
  readPolygon2(polygon, corners, 'polygon');
  const { xy, count, sense } = corners;
  const px = at[0];
  const py = at[1];
  let isInside = sense !== 0;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    const a = 2 * i;
    const b = 2 * ((i + 1) % count);
    const ax = xy[a];
    const ay = xy[a + 1];
    const bx = xy[b];
    const by = xy[b + 1];
    const area = areaInPlane(xy, a, b, at, 0);
    if (area * sense < 0) isInside = false;
    const dx = bx - ax;
    const dy = by - ay;
    const dd = dx * dx + dy * dy;
    const s = dd > 0 ? ((px - ax) * dx + (py - ay) * dy) / dd : 0;
    let x = s <= 0 ? ax : s >= 1 ? bx : ax + s * dx;
    let y = s <= 0 ? ay : s >= 1 ? by : ay + s * dy;
    if (area === 0 && s > 0 && s < 1) {
      x = px;
      y = py;
    }
    const square = (px - x) * (px - x) + (py - y) * (py - y);
    if (square < least) {
      least = square;
      out[0] = x;
      out[1] = y;
    }
  }
  if (isInside) {
    out[0] = px;
    out[1] = py;
  }
  return out;
}
