package shop.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Keeps things by their keys. */
public abstract class Store<K, T extends Store.Keyed<K>> {
    protected final Map<K, T> things = new HashMap<>();
    private final List<Listener<? super T>> listeners = new ArrayList<>();

    /** What has a key. */
    public interface Keyed<K> {
        K key();

        default boolean hasKey(K other) {
            return key().equals(other);
        }
    }

    /** Told of every change. */
    @FunctionalInterface
    public interface Listener<T> {
        void changed(T thing);
    }

    protected Store() {
        this(16);
    }

    protected Store(int size) {
        reset(size);
    }

    protected void reset(int size) {
        things.clear();
    }

    public Store<K, T> add(T thing) {
        things.put(thing.key(), thing);
        for (Listener<? super T> listener : listeners) {
            listener.changed(thing);
        }
        return this;
    }

    @SafeVarargs
    public final Store<K, T> addAll(T... all) {
        for (T one : all) {
            add(one);
        }
        return this;
    }

    public void listen(Listener<? super T> listener) {
        listeners.add(listener);
    }

    public List<T> where(Predicate<? super T> test) {
        List<T> found = new ArrayList<>();
        things.values().stream().filter(test).forEach(found::add);
        return found;
    }

    public <R> List<R> each(Function<? super T, ? extends R> function) {
        List<R> results = new ArrayList<>();
        for (T thing : things.values()) {
            results.add(function.apply(thing));
        }
        return results;
    }

    public T get(K key) {
        T found = things.get(key);
        return found != null && found.hasKey(key) ? found : missing(key);
    }

    protected abstract T missing(K key);
}
