// The development build of React tells the browser's tools where each element was made and how long each
// component took, and nobody looks. It asks for these as it loads.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');
