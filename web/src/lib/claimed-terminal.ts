import { useSelector } from 'react-redux';
import { selectSaleTerminal } from './register-context.ts';
import { nativeRegister } from './register-bridge/native-register.ts';

/**
 * The Sitewatch terminal that this browser says it is: the register's sale names it, else the embedded browser does. An
 * enrolled device needs no claim, because the server knows its terminal (docs/rules/access.md#devices).
 */
export function useClaimedTerminal(): string | undefined {
  return useSelector(selectSaleTerminal) ?? nativeRegister()?.terminal;
}
