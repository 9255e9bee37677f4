/** Whether a value of a configuration is a group of named values, and neither a list nor a single value. */
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
