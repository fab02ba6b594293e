/**
 * Why a goal is not met, and what could be tried next. The key is the workload and the goal as the tables write it; what
 * stands here is only shown while the goal is missed.
 */
export const REASONS: Readonly<Record<string, string>> = {};
