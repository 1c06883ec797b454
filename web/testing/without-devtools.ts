import type * as React from 'react';

// The development build of React reports element creation and render times to the browser tools, which tests
// do not need. It checks for these functions when it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// React also stores a stack trace per element, for up to ten thousand per second. This counter pretends that
// the limit is reached: warnings still appear, but without the component that created the element (decision
// 017).
const react: typeof React = await import('react');
const internals: unknown = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
  });
}
