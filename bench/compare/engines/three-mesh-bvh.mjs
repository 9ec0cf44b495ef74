// three-mesh-bvh: triangle meshes only, each with its tree by the surface area heuristic.
import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Quaternion, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';

export async function load() {
  return { rays, meshes };
}

/** A geometry of its own for each tree, which reorders the index. */
export function geometry({ positions, indices }) {
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(positions, 3));
  made.setIndex(new BufferAttribute(indices.slice(), 1));
  made.boundsTree = new MeshBVH(made, { strategy: SAH });
  return made;
}

function rays(mesh) {
  const { boundsTree } = geometry(mesh);
  const ray = new Ray();
  return (from, direction, length) => {
    ray.origin.fromArray(from);
    ray.direction.fromArray(direction);
    const hit = boundsTree.raycastFirst(ray, DoubleSide, 0, length);
    return hit === null ? -1 : hit.distance;
  };
}

function meshes(mesh) {
  const a = geometry(mesh).boundsTree;
  const b = geometry(mesh);
  const matrix = new Matrix4();
  const p = new Vector3();
  const q = new Quaternion();
  const one = new Vector3(1, 1, 1);
  const onA = {};
  const onB = {};
  const place = ({ position, orientation }) => matrix.compose(p.fromArray(position), q.fromArray(orientation), one);
  return {
    intersects: (placement) => a.intersectsGeometry(b, place(placement)),
    distance: (placement) => a.closestPointToGeometry(b, place(placement), onA, onB).distance,
  };
}
