import manifest from '../package.json' with { type: 'json' };
import { packaged } from './packaged.ts';

export const agentVersion = packaged?.version ?? manifest.version;
