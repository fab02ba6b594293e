/**
 * Why a goal is not met, and what could be tried next. The key is the workload and the goal as the tables write it; what
 * stands here is only shown while the goal is missed.
 */
const SCAN =
  'Names, sizes and times of every file travel from the reading threads to the main one, which is what a program that prints where it reads does not pay for; two processors are shared by three threads. Next: the threads that read compare with what they showed last time.';
const WATCHES =
  'The walk of the tree and its messages cost more than the watches themselves. Next: the reading thread asks for the watch where it reads the folder.';
const SEEN =
  'A watcher tells a path; here the folder is read again, compared and written down before the change counts as seen. Next: what only says that a file is being written can wait for the next one.';
const BOTH_DIGESTS =
  'Labseal makes SHA-256 in the same pass, which costs more than BLAKE3 itself. Next: SHA-256 only when something is to be sent or asked about.';
const EACH_FILE =
  'Each file is looked at on the open handle before its first and after its last byte, so that no torn reading has a result, and hashed twice. Next: SHA-256 later, and both looks in native code.';
const FIRST_INDEX =
  'A file passes through the states of the database on its way, with counters and history, and both fingerprints are made. Next: rows that are new and stand still go to their fingerprints in one step.';
const AGAIN =
  'Every folder is read and held against its rows, and the program starts on Node. Next: what the folder showed last time as one fingerprint, so that most folders need no rows at all.';
const THREADS =
  'Each thread has a JavaScript heap of its own beside the main one. Next: threads that read and hash end when there has been nothing to do for a while.';
const MAIN_THREAD =
  'Rows are compared and written on the main thread, a folder or a batch at a time. Next: smaller batches while somebody waits for an answer.';
const UPLOAD =
  'Bytes pass through JavaScript once, a mebibyte at a time; curl hands them over in C. Next: larger pieces, and fewer turns of the event loop for each.';
const SMALL_UPLOADS =
  'Each form is proven against its fingerprint before its last bytes leave, and its head and answer are read in JavaScript. Next: the proofs of the next forms while the answer of this one is awaited.';
const DRAWING =
  'Without a graphics processor the same two processors draw the frames. Next: fewer elements in a row of the list.';

export const REASONS: Readonly<Record<string, string>> = {
  'scan: labseal, in the running program ≤ 0.33 × rclone lsf': SCAN,
  'scan: labseal, in the running program ≤ 0.77 × find -printf': SCAN,
  'watch: labseal, the system itself ≤ 0.07 × chokidar on the whole tree': WATCHES,
  'watch: labseal, the system itself: peak memory ≤ 250 MiB': THREADS,
  'change: labseal, the system itself: change seen, p95 ≤ 15.0 ms': SEEN,
  'change: labseal, the system itself: all seen after ≤ 100 ms': SEEN,
  'fingerprint: labseal, one reader ≤ 1.00 × b3sum, one thread': BOTH_DIGESTS,
  'fingerprint: labseal, two readers ≤ 1.11 × b3sum, two threads': BOTH_DIGESTS,
  'small-files: labseal, one reader ≤ 0.91 × b3sum, one thread': EACH_FILE,
  'small-files: labseal, two readers ≤ 0.25 × rclone hashsum': EACH_FILE,
  'first-index: labseal, first ≤ 0.14 × syncthing, first': FIRST_INDEX,
  'first-index: labseal, again ≤ 0.13 × syncthing, again': AGAIN,
  'first-index: labseal, first: peak memory ≤ 134 MiB': THREADS,
  'first-index: labseal, again: peak memory ≤ 81.1 MiB': THREADS,
  'main-thread: first scan: delay, p99 ≤ 20.0 ms': MAIN_THREAD,
  'main-thread: fingerprints: delay, p99 ≤ 20.0 ms': MAIN_THREAD,
  'main-thread: scan with nothing new: delay, p99 ≤ 20.0 ms': MAIN_THREAD,
  'idle: labseal serve: memory at rest ≤ 81.1 MiB': THREADS,
  'upload: labseal, without the hash ≤ 1.00 × curl -F': UPLOAD,
  'upload: labseal ≤ 1.00 × the larger of curl -F and SHA-256 of the file': UPLOAD,
  'upload: labseal, without the hash: processor ≤ 1.10 × curl -F': UPLOAD,
  'upload: labseal: processor ≤ 1.10 × curl -F + SHA-256 of the file': UPLOAD,
  'small-uploads: labseal, 4 at once ≤ 1.00 × curl -Z, 4 at once': SMALL_UPLOADS,
  'small-uploads: labseal, 8 at once ≤ 1.00 × curl -Z, 8 at once': SMALL_UPLOADS,
  'small-uploads: labseal, 4 at once ≤ 0.17 × axios, streams, 4 at once': SMALL_UPLOADS,
  'small-uploads: labseal, 8 at once ≤ 0.17 × axios, streams, 8 at once': SMALL_UPLOADS,
  'face: the list of files: mount ≤ 100 ms': DRAWING,
  'face: the list of files: frame, p95 ≤ 17.0 ms': DRAWING,
};
