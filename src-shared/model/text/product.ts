/** What the program says about itself. The package file says the same, which a test compares. */

export const PRODUCT = { name: 'Labseal', version: '0.1.0', licence: 'MIT' } as const;
