<?php
// $banner
// Loads the classes of this folder without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'StoreApi\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('StoreApi\\'))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
