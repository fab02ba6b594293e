/** Import this first: the page's policy forbids code from strings, and zod would try it once to see whether it may. */
import * as z from 'zod/mini';

z.config({ jitless: true });
