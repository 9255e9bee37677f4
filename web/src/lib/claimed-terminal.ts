import { useSelector } from 'react-redux';
import { nativeRegister } from './register-bridge/native-register.ts';
import { selectSaleTerminal } from './register-context.ts';

/**
 * The Sitewatch terminal this browser claims to be, from the register's sale or its embedded browser. An enrolled device makes no claim,
 * because the server has its terminal (docs/rules/access.md#devices).
 */
export function useClaimedTerminal(): string | undefined {
  return useSelector(selectSaleTerminal) ?? nativeRegister()?.terminal;
}
