package shop.order;

import static shop.order.Order.Line.of;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import shop.store.Store;

/** All orders. */
public class Orders extends Store<String, Order> {
    private final Audit audit = new Audit();

    private static <T> T checked(T value) {
        return value;
    }

    @Override
    protected Order missing(String key) {
        audit.note(key);
        return new Order(key) {
            @Override
            int total() {
                return super.total() + state().ordinal();
            }
        };
    }

    public List<Integer> totals() {
        return each(order -> order.total());
    }

    public String report() {
        listen(changed -> audit.note(changed.key()));
        addAll(new Order("a", of(1), of(2)), new Order("b").add(3L));
        where(order -> order.state().isFinal()).forEach(Order::send);
        get("a").add(checked(of(4)));
        Runnable later = new Runnable() {
            @Override
            public void run() {
                reset(1);
                audit.note(checked(Orders.this).get("b").key());
            }
        };
        later.run();
        if (get("a") instanceof Order order && order.total() > 0) {
            order.send();
        }
        return things.values().stream()
            .sorted(Comparator.comparing(Order::total))
            .map(order -> order.state())
            .map(state -> state.describe())
            .collect(Collectors.joining());
    }

    /** Remembers what was asked for. */
    private static class Audit {
        private final StringBuilder notes = new StringBuilder();

        void note(String text) {
            note(text, notes.length());
        }

        void note(CharSequence text, int at) {
            class Entry {
                void write() {
                    notes.append(shortened(text)).append(at);
                }
            }
            new Entry().write();
        }

        private String shortened(CharSequence text) {
            return text.length() > 9 ? text.subSequence(0, 9).toString() : text.toString();
        }
    }
}
