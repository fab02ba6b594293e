/** The real time source, for tests that talk to real sockets. */
export { realClock } from '../../service/test-support/real-clock.ts';
