/** One upload to a service of bare sockets, and everything that is left of it. */
import { runUpload, type UploadJob, type UploadPorts } from '../upload.ts';
import { startRecordingServer, type Behaviour } from './recording-server.ts';
import { jobFor, makeJournal, makeTempFolder, never, portsWith } from './upload-setup.ts';

export const RECORDED = { message: 'ok', fileId: 'f1' };
/** More than the ring and every socket buffer on the way: when the service has some of it, the tail is still here. */
export const BIG = 24_000_000;

/** `behaviour` may need to know the path of the file. */
export async function uploadTo(
  behaviour: Behaviour | ((path: string) => Behaviour),
  content: Uint8Array | string,
  over: Partial<UploadPorts> & {
    readonly job?: Partial<UploadJob>;
    readonly signal?: AbortSignal;
    readonly onProgress?: (sentBytes: number) => void;
  } = {},
) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  await using server = await startRecordingServer(
    typeof behaviour === 'function' ? behaviour(path) : behaviour,
  );
  const { job: jobOver, signal = never, onProgress, ...ports } = over;
  const journal = makeJournal();
  const job = jobFor(server.url, path, content, jobOver);
  const outcome = await runUpload(
    job,
    portsWith({ journal, ...ports }),
    { onProgress: (sentBytes) => onProgress?.(sentBytes) },
    signal,
  );
  const { completions } = server;
  return {
    outcome,
    journal,
    job,
    completions,
    methods: completions.map(({ method }) => method),
    received: Buffer.concat(completions.map((visit) => visit.body())),
  };
}
