// Stands in for the native database driver that bcoin asks for by name. Our nodes keep their chain
// in memory, so that nothing is ever opened with it. No compiler is needed to install it.
'use strict';

module.exports = function open() {
  throw new Error('There is no database on disk in this installation: use memory: true.');
};
