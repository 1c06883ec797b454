import type * as React from 'react';

// The development build of React tells the browser's tools where each element was made and how long each
// component took, and nobody looks. It asks for these as it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// It also keeps a stack trace for each element, for at most ten thousand in a second. This counter says that
// the limit is reached: warnings still tell what is wrong, but not which component made the element
// (decision 067).
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
