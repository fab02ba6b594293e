/** Whether the page shows what was true when its host was last there: then nothing may look as if it went on. */
import { createContext } from 'react';

export const LastKnown = createContext(false);
