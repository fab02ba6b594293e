/** A worker that never finds room for its open files, for tests of the pool. */
throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
