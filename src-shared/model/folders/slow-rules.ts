/** Begins the code of a directory that is closed because matching took too long; the path of the ignore file follows. */
export const SLOW_RULES = 'ESLOWRULES:';
