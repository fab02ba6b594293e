/**
 * Run by the project's own Node: loads every package that carries machine code and lets each do one thing, because a
 * file that exists may still be for another system, cut short, or missing its library. Prints one JSON line.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const NATIVES = {
  'better-sqlite3': () => {
    const Database = require('better-sqlite3');
    const database = new Database(':memory:');
    database.prepare('SELECT 1').get();
    database.close();
  },
  '@napi-rs/blake-hash': () => {
    const { Blake3Hasher } = require('@napi-rs/blake-hash');
    new Blake3Hasher().update('labseal').digest('hex');
  },
  '@napi-rs/keyring': () => {
    require('@napi-rs/keyring'); // loading is all: to ask it for anything would touch the person's keychain
  },
};

const broken = Object.entries(NATIVES).flatMap(([name, use]) => {
  try {
    use();
    return [];
  } catch (cause) {
    return [
      `${name} does not load: ${String(cause instanceof Error ? cause.message : cause).split('\n')[0]}`,
    ];
  }
});

process.stdout.write(`${JSON.stringify({ node: process.versions.node, broken })}\n`);
