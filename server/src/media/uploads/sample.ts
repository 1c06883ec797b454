/** The server downloads it from itself to check that Instagram could. */
export const SAMPLE = {
  contentType: 'image/jpeg',
  bytes: Buffer.from(
    [
      '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////',
      '2wBDAf//////////////////////////////////////////////////////////////////////////////////////wgAR',
      'CAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhADEAAA',
      'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AH//xAAU',
      'EQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AH//2Q==',
    ].join(''),
    'base64',
  ),
};
