/** Who belongs to which project besides its leader. A member is on hold until the invitation is accepted. */
import type { Connection } from './database.ts';

export interface Membership {
  readonly userId: string;
  readonly isActive: boolean;
}

interface Row {
  readonly userId: string;
  readonly isActive: number;
}

export function makeMemberTable(db: Connection) {
  const insert = db.prepare<[string, string]>(
    'INSERT INTO member (project_id, user_id, is_active) VALUES (?, ?, 0)',
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM member WHERE project_id = ? AND user_id = ?',
  );
  const activate = db.prepare<[string, string]>(
    'UPDATE member SET is_active = 1 WHERE project_id = ? AND user_id = ?',
  );
  const one = db.prepare<[string, string], Row>(
    'SELECT user_id AS userId, is_active AS isActive FROM member WHERE project_id = ? AND user_id = ?',
  );
  const ofProject = db.prepare<[string], Row>(
    'SELECT user_id AS userId, is_active AS isActive FROM member WHERE project_id = ? ORDER BY sequence',
  );

  return {
    /** The new member is on hold. */
    invite: (projectId: string, userId: string): void => void insert.run(projectId, userId),
    activate: (projectId: string, userId: string): void => void activate.run(projectId, userId),
    remove: (projectId: string, userId: string): void => void remove.run(projectId, userId),
    find(projectId: string, userId: string): Membership | null {
      const row = one.get(projectId, userId);
      return row === undefined ? null : fromRow(row);
    },
    /** In the order of invitation. */
    ofProject: (projectId: string): readonly Membership[] => ofProject.all(projectId).map(fromRow),
  };
}

function fromRow(row: Row): Membership {
  return { userId: row.userId, isActive: row.isActive === 1 };
}
