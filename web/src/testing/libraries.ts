import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

/** Settings of React and Testing Library, once for all test files of a worker. */

const internalsName = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/** React's development build records a stack for every element. No test reads them, and recording took a quarter of all time. */
const internals = (React as unknown as { [internalsName]?: object })[internalsName];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {},
  });

const { getElementError: errorWithDom } = getConfig();
const isWaiting = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  /** Screens load as separate chunks: on a busy machine that takes longer than the default second. */
  asyncUtilTimeout: Number(process.env['ASYNC_UTIL_TIMEOUT']),
  /** Prints the DOM only into an error that a test fails with: a wait asks many times, and printing took an eighth of all time. */
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : errorWithDom(message, container)),
});
