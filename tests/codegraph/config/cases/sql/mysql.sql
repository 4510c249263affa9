CREATE TABLE `order` (
  `id` int(11) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it\'s, the id',
  `kind` enum('a','b') CHARACTER SET utf8 DEFAULT NULL,
  key varchar(10),
  PRIMARY KEY (`id`),
  KEY `kind_index` (`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8;
