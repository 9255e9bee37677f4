/** Roles are bit flags; an employee may hold several. */
export const Role = {
  Cashier: 1,
  User: 2,
  SalesManager: 4,
  Auditor: 8,
  SupportCenter: 16,
  Scheduler: 32,
  Reporter: 64,
  PriceManager: 128,
  Admin: 256,
} as const;

export type RoleName = keyof typeof Role;

/** Every role's name, lowest first. */
export const roleNames = Object.keys(Role) as readonly RoleName[];

/** The roles that an employee number alone, without a PIN, can carry. */
const rolesWithoutPin = Role.Cashier | Role.User;

/** The 'at least' check: the combined value of all roles held against a threshold such as `Role.SalesManager`. */
export function atLeast(roles: number, threshold: number): boolean {
  return roles >= threshold;
}

/** The exact check: whether this very role is held, whatever else is. */
export function hasExactly(roles: number, role: number): boolean {
  return (roles & role) === role;
}

/** The role shown beside a name. Someone without any role is a cashier: so is every Sitewatch employee we know nothing more of. */
export function highestRole(roles: number): RoleName {
  return namesOfRoles(roles).at(-1) ?? 'Cashier';
}

/** The combined value of some roles; naming one twice changes nothing. */
export function rolesFromNames(names: readonly RoleName[]): number {
  return names.reduce((roles, name) => roles | Role[name], 0);
}

/** The names of the roles held, lowest first. */
export function namesOfRoles(roles: number): RoleName[] {
  return roleNames.filter((name) => hasExactly(roles, Role[name]));
}

/** The roles that remain after a sign-in by employee number alone: at most Cashier and User, and always at least Cashier. */
export function numberOnlyRoles(roles: number): number {
  return roles & rolesWithoutPin || Role.Cashier;
}

/** Whether a PIN would give this person more than the employee number alone. */
export function needsPin(roles: number): boolean {
  return (roles & ~rolesWithoutPin) !== 0;
}
