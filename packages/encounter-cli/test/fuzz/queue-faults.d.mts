export interface FaultScene {
  readonly url: string;
  stop(): Promise<void>;
}
export function prepare(): Promise<FaultScene>;
export function faultRun(scene: FaultScene, seed: number): Promise<{ problems: string[]; events: string[] }>;
