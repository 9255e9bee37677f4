import manifest from '../package.json' with { type: 'json' };

export const agentVersion = manifest.version;
