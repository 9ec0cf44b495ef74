/** glTF-Transform as a second opinion: it writes the compressed files, and reads them back for comparison. */
import { Document, type Node, WebIO } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { Surface } from './solids.ts';

export async function transformIo(): Promise<WebIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new WebIO()
    .registerExtensions([EXTMeshGPUInstancing, EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
    .registerDependencies({
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'draco3d.encoder': await draco3d.createEncoderModule(),
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': MeshoptEncoder,
    });
}

/** A node with a mesh of one primitive. */
export function addSurface(document: Document, name: string, { positions, indices }: Surface): Node {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const scene = document.getRoot().listScenes()[0] ?? document.createScene();
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      document.createAccessor().setType('VEC3').setArray(new Float32Array(positions)).setBuffer(buffer),
    )
    .setIndices(document.createAccessor().setType('SCALAR').setArray(new Uint16Array(indices)).setBuffer(buffer))
    .setMaterial(document.createMaterial(`${name} paint`));
  const node = document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
  scene.addChild(node);
  return node;
}

export type Packing = 'none' | 'draco edgebreaker' | 'draco sequential' | 'meshopt quantize' | 'meshopt filter';

/** A GLB of one node for each surface, moved by its number along x. */
export async function packedGlb(packing: Packing, ...surfaces: Surface[]): Promise<Uint8Array> {
  const document = new Document();
  surfaces.forEach((surface, i) => {
    addSurface(document, `part ${i}`, surface).setTranslation([i, 0, 0]);
  });
  if (packing.startsWith('draco'))
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({
        method: packing.endsWith('edgebreaker')
          ? KHRDracoMeshCompression.EncoderMethod.EDGEBREAKER
          : KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL,
      });
  if (packing.startsWith('meshopt'))
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({
        method: packing.endsWith('filter')
          ? EXTMeshoptCompression.EncoderMethod.FILTER
          : EXTMeshoptCompression.EncoderMethod.QUANTIZE,
      });
  return (await transformIo()).writeBinary(document);
}
