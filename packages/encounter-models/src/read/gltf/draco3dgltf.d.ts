/** What is used of the Draco decoder, which comes without types. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  export interface DracoObject {
    /** Its address; 0 for none. */
    readonly ptr: number;
  }
  export interface DracoAttribute extends DracoObject {
    num_components(): number;
  }
  export interface DracoMesh extends DracoObject {
    num_faces(): number;
    num_points(): number;
  }
  export interface DracoDecoder extends DracoObject {
    DecodeBufferToMesh(buffer: DracoObject, mesh: DracoMesh): { ok(): boolean; error_msg(): string };
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
    GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, to: number): boolean;
    GetAttributeDataArrayForAllPoints(
      mesh: DracoMesh,
      attribute: DracoAttribute,
      type: number,
      bytes: number,
      to: number,
    ): boolean;
  }
  export interface DracoModule {
    readonly DecoderBuffer: new () => DracoObject & { Init(data: Uint8Array, length: number): void };
    readonly Decoder: new () => DracoDecoder;
    readonly Mesh: new () => DracoMesh;
    readonly HEAPU8: Uint8Array;
    readonly DT_INT8: number;
    readonly DT_UINT8: number;
    readonly DT_INT16: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly DT_FLOAT32: number;
    _malloc(bytes: number): number;
    _free(at: number): void;
    destroy(object: DracoObject): void;
  }
  export default function createDecoder(options?: {
    locateFile?: (file: string) => string;
    printErr?: (text: string) => void;
  }): Promise<DracoModule>;
}
