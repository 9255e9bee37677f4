import type { CommandTable } from '../../../ports/commands.ts';

/** Questions to the agent itself. `boot` is new with each start. */
export function agentCommands(boot: string): Pick<CommandTable, 'agent.ping'> {
  return { 'agent.ping': () => Promise.resolve({ boot }) };
}
