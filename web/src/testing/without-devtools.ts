// The development build of React tells the browser's tools where each element was made and how long each
// component took: a fifth of the time of a test, and nobody looks. It asks for these as it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');
