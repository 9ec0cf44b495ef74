/** World boxes: twelve edges drawn once for each, from its two corners. */
import { Aabb, type Collider } from 'encounter';
import {
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
} from 'three';

const VERTEX = `
attribute vec3 low;
attribute vec3 high;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(low, high, position), 1.0);
}`;

const FRAGMENT = `
uniform vec3 colour;
uniform float opacity;
void main() {
  gl_FragColor = vec4(colour, opacity);
  #include <colorspace_fragment>
}`;

export class BoxLines {
  readonly object: LineSegments<InstancedBufferGeometry, ShaderMaterial>;
  readonly #low: InstancedBufferAttribute;
  readonly #high: InstancedBufferAttribute;
  readonly #box = new Aabb();

  constructor(count: number) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(unitEdges(), 3));
    this.#low = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    this.#high = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute('low', this.#low);
    geometry.setAttribute('high', this.#high);
    const material = new ShaderMaterial({
      uniforms: { colour: { value: new Color() }, opacity: { value: 1 } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
    });
    this.object = new LineSegments(geometry, material);
    this.object.frustumCulled = false;
  }

  paint(colour: string, opacity: number): void {
    this.object.material.uniforms['colour'].value.set(colour);
    this.object.material.uniforms['opacity'].value = opacity;
  }

  update(colliders: readonly Collider[]): void {
    for (let i = 0; i < colliders.length; i++) {
      const { min, max } = colliders[i].bounds(this.#box);
      this.#low.setXYZ(i, min.x, min.y, min.z);
      this.#high.setXYZ(i, max.x, max.y, max.z);
    }
    this.#low.needsUpdate = true;
    this.#high.needsUpdate = true;
  }
}

/** The edges of the cube 0 … 1: from each corner along each axis on which it is low. */
function unitEdges(): number[] {
  const edges: number[] = [];
  for (let corner = 0; corner < 8; corner++)
    for (let axis = 0; axis < 3; axis++) {
      if (corner & (1 << axis)) continue;
      for (const end of [corner, corner | (1 << axis)]) edges.push(end & 1, (end >> 1) & 1, (end >> 2) & 1);
    }
  return edges;
}
