import * as React from 'react';

// The development build of React tells the browser's tools where each element was made and how long each
// component took, and nobody looks. It asks for these as it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

// It keeps a stack for each of ten thousand elements in a second. Here they are used up from the beginning:
// its warnings say what is wrong, without who made the element (decision 067).
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
  });
}
