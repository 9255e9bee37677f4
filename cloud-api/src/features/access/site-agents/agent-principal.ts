const prefix = 'site-agent:';

/** The name of a site's agent in sessions and audit rows. No service account may have a colon in its id. */
export const agentPrincipal = (site: number): string => `${prefix}${site}`;

export const isAgentPrincipal = (id: string): boolean => id.startsWith(prefix);
