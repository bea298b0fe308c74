/** The generated tables of the collections as exports, which is where the migration generator finds them. */
module.exports = require('./features/collections/table.ts').generatedTables
