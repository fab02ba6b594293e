/**
 * Why a goal is not met, and what could be tried next. The key is the workload and what is judged, as the tables write it
 * before the limit; what stands here is only shown while the goal is missed.
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
  'Each file is looked at before its first and after its last byte, so that no torn reading has a result, and both BLAKE3 and SHA-256 are made. Next: SHA-256 later, and both looks in native code.';
const FIRST_INDEX =
  'What a list, the queue and the counts are read from later is written with each file: six indexes, counters, and its content with an index of its own, in which every new file lands in another place. Next: fingerprints as bytes instead of digits, and indexes of names and contents made once a first scan is over.';
const AGAIN =
  'Every directory is listed and the times of every file are read anew; only then is it known that nothing has changed. Next: the threads that read keep what each directory showed last time, so that unchanged ones never reach the main thread.';
const THREADS =
  'Node with all modules of the program takes 85 MB before the first file, and each thread 12 MB with a JavaScript heap of its own, as long as it has something to do. Next: less of the program is loaded at its start, and one thread both reads and hashes.';
const MAIN_THREAD =
  'Rows are compared and written on the main thread, a folder or a batch at a time, and now and then the log of the database is carried over beside it. Next: the log carried over by a thread of its own.';
const LOOPBACK =
  'Most of it is the way over loopback and back, with its checks and its JSON, as the line of the call that asks for nothing shows; what the database takes is in the chapter on state. Next: the page keeps the rows it has, and asks for what is new.';
const MIDDLE =
  'The database counts its way from the first row of the list to the first of the page. Next: pages that begin after a row that is known.';
const START =
  'The program is read and compiled by Node, its database is looked over, and the page loads its parts. Next: a snapshot of the program as it is once it has been loaded.';
const UPLOAD =
  'Bytes pass through JavaScript once, a mebibyte at a time; curl hands them over in C. Next: larger pieces, and fewer turns of the event loop for each.';
const SMALL_UPLOADS =
  'Each form leaves in two writes, since its last bytes may not leave before it is proven, and its head and answer go through JavaScript. Next: the proofs of the next forms while the answer of this one is awaited.';
const DRAWING =
  'Without a graphics processor the same two processors draw the frames. Next: fewer elements in a row of the list.';

export const REASONS: Readonly<Record<string, string>> = {
  'scan: labseal, in the running program': SCAN,
  'watch: labseal, the system itself': WATCHES,
  'watch: labseal, the system itself: peak memory': THREADS,
  'change: labseal, the system itself: change seen, p95': SEEN,
  'change: labseal, the system itself: all seen after': SEEN,
  'fingerprint: labseal, one reader': BOTH_DIGESTS,
  'fingerprint: labseal, two readers': BOTH_DIGESTS,
  'small-files: labseal, one reader': EACH_FILE,
  'small-files: labseal, two readers': EACH_FILE,
  'first-index: labseal, first': FIRST_INDEX,
  'first-index: labseal, again': AGAIN,
  'first-index: labseal, first: peak memory': THREADS,
  'first-index: labseal, again: peak memory': THREADS,
  'million: a page of the list': LOOPBACK,
  'million: a page of the list, in its middle': LOOPBACK,
  'million: a page of the list, newest first': LOOPBACK,
  'million: counts': LOOPBACK,
  'million: at rest: memory at rest': THREADS,
  'state: labseal: page in the middle': MIDDLE,
  'main-thread: first scan: delay, p99': MAIN_THREAD,
  'main-thread: fingerprints: delay, p99': MAIN_THREAD,
  'main-thread: scan with nothing new: delay, p99': MAIN_THREAD,
  'idle: labseal serve: memory at rest': THREADS,
  'start: labseal serve': START,
  'face: labseal serve: start to first paint': START,
  'upload: labseal, without the hash': UPLOAD,
  'upload: labseal': UPLOAD,
  'upload: labseal, without the hash: processor': UPLOAD,
  'upload: labseal: processor': UPLOAD,
  'small-uploads: labseal, 4 at once': SMALL_UPLOADS,
  'small-uploads: labseal, 8 at once': SMALL_UPLOADS,
  'face: the list of files: mount': DRAWING,
  'face: the list of files: frame, p95': DRAWING,
};
