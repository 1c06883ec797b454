import type * as React from 'react';

// React's development build reports to the browser tools if these functions exist when it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// React stores a stack trace per element, up to ten thousand per second. This counter pretends that the limit
// is reached: warnings lack the component that created the element (decision 017).
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
