/** A part as the library sees it: the exact shape if the file says it, a solid if the triangles are closed, a soup otherwise. */
import { Box, Collider, Cone, Cylinder, Mesh, type Shape, Sphere } from 'encounter';
import type { ExactShape, Part, Triangles } from 'encounter-models';

/** Parts that share triangles share shapes. */
export class PartShapes {
  readonly #meshes = new Map<Triangles, { readonly mesh: Mesh; readonly problem: string }>();

  collider(part: Part): Collider<Part> {
    return new Collider(this.#shape(part), { matrix: part.transform, data: part });
  }

  #shape({ shape, triangles }: Part): Shape {
    return shape === null ? this.#mesh(triangles).mesh : exactShape(shape);
  }

  /** Why it has no inside: empty if it is closed. */
  problem({ shape, triangles }: Part): string {
    return shape === null ? this.#mesh(triangles).problem : '';
  }

  #mesh(triangles: Triangles): { readonly mesh: Mesh; readonly problem: string } {
    let found = this.#meshes.get(triangles);
    if (found === undefined) {
      found = makeMesh(triangles);
      this.#meshes.set(triangles, found);
    }
    return found;
  }
}

function makeMesh({ positions, indices, segments, points }: Triangles): { mesh: Mesh; problem: string } {
  if (segments?.length || points?.length) {
    const faces: number[][] = [];
    for (let i = 0; i < indices.length; i += 3) faces.push([indices[i], indices[i + 1], indices[i + 2]]);
    for (let i = 0; i < (segments?.length ?? 0); i += 2) faces.push([segments![i], segments![i + 1]]);
    for (const point of points ?? []) faces.push([point]);
    return { mesh: new Mesh({ positions, faces }), problem: 'lines or points' };
  }
  try {
    return { mesh: new Mesh({ positions, indices, solid: true }), problem: '' };
  } catch (error) {
    return { mesh: new Mesh({ positions, indices }), problem: problemOf(error) };
  }
}

/** The library names edges by their numbers, which say nothing to those who have a file. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const counts = /not closed \((\d+) open and (\d+) inconsistent edges\)/.exec(text);
  if (counts === null) return text;
  const [open, inconsistent] = [Number(counts[1]), Number(counts[2])];
  const list = [open && `${open} open`, inconsistent && `${inconsistent} inconsistent`].filter(Boolean).join(' and ');
  return `${list} ${open + inconsistent === 1 ? 'edge' : 'edges'}`;
}

function exactShape(shape: ExactShape): Shape {
  switch (shape.kind) {
    case 'box':
      return new Box(shape.size);
    case 'sphere':
      return new Sphere(shape.radius);
    case 'cylinder':
      return new Cylinder(shape.radius, shape.height);
    case 'cone':
      return new Cone(shape.radius, shape.height);
  }
}
