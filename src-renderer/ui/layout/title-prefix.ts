/** What stands before the name of every page in the title of its tab; a number that is to be seen from another tab. */
import { createContext } from 'react';

export const TitlePrefix = createContext('');
